// one_file.js FOLDER FILE: makes one file of the page's folder, with the script and the program inside.
// It opens from a stick or a disk, where a browser loads no second file.
const fs = require('fs');
const path = require('path');

const [folder, file] = process.argv.slice(2);
const read = (name, coding) => fs.readFileSync(path.join(folder, name), coding);
const program = `Module.wasmBinary = Uint8Array.from(atob('${read('index.wasm', 'base64')}'), (c) => c.charCodeAt(0));`;
const page = read('index.html', 'utf8').replace(/<link rel="preload"[^>]*>\n/, '');
const parts = page.split(/<script [^>]*src="?index\.js"?[^>]*><\/script>/);
if (parts.length !== 2) throw new Error(`${folder}/index.html: expected one script, index.js`);
fs.writeFileSync(file, parts.join(`<script>${program}</script>\n<script>${read('index.js', 'utf8')}</script>`));

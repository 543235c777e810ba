// page_files.js FOLDER FILE: finishes the page's folder, and makes one file of it.
//
// The folder: its files name their version, a digest of all of them, and the page the size of its program,
// of which it shows a share while that is loaded. The file: with the script, the program and the icon inside;
// it opens from a stick or a disk, where a browser loads no second file.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const [folder, file] = process.argv.slice(2);
const read = (name, coding) => fs.readFileSync(path.join(folder, name), coding);
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

// Replaces a text that stands there exactly once.
function replaced(text, name, old, by) {
    const parts = text.split(old);
    if (parts.length !== 2) throw new Error(`${name}: expected once: ${old}`);
    return parts.join(by);
}

const digest = crypto.createHash('sha256');
for (const name of ['index.html', 'index.js', 'index.wasm', 'worker.js']) digest.update(read(name));
const version = digest.digest('hex').slice(0, 12);
let page = replaced(read('index.html', 'utf8'), 'index.html', 'PAGE_VERSION', version);
page = replaced(page, 'index.html', 'programBytes: 0', `programBytes: ${read('index.wasm').length}`);
page = replaced(page, 'index.html', 'href="index.wasm"', `href="index.wasm?v=${version}"`);
page = replaced(page, 'index.html', /src="?index\.js"?/, `src="index.js?v=${version}"`);
write('index.html', page);
write('worker.js', replaced(read('worker.js', 'utf8'), 'worker.js', 'PAGE_VERSION', version));

const program = `Module.wasmBinary = Uint8Array.from(atob('${read('index.wasm', 'base64')}'), (c) => c.charCodeAt(0));
delete Module.instantiateWasm;`;
let whole = page.replace(/<link rel="preload"[^>]*>\n/, '').replace(/<meta (property="og:|name="twitter:)[^>]*>\n/g, '');
whole = replaced(whole, 'index.html', 'href="icon.svg"', `href="data:image/svg+xml;base64,${read('icon.svg', 'base64')}"`);
whole = replaced(whole, 'index.html', /<script [^>]*src="?index\.js[^>]*><\/script>/,
    `<script>${program}</script>\n<script>${read('index.js', 'utf8')}</script>`);
fs.writeFileSync(file, whole);

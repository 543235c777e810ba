// Keeps the files of one version of the page, so that it opens without a network. With a network the page
// itself is always asked for, and names the files of its own version: a new one is taken at the next load.
const version = 'PAGE_VERSION';
const family = `lookback ${self.registration.scope} `;
const files = ['index.html', `index.js?v=${version}`, `index.wasm?v=${version}`, 'icon.svg'];

self.addEventListener('install', (event) => event.waitUntil(
    caches.open(family + version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(family) && name !== family + version).map((name) => caches.delete(name))))));

const isPage = (address) => address.href.split(/[?#]/)[0].replace(/index\.html$/, '') === self.registration.scope;

self.addEventListener('fetch', (event) => {
    const request = event.request;
    if (request.method !== 'GET') return;
    if (request.mode === 'navigate') {
        if (!isPage(new URL(request.url))) return;
        // The server is asked each time, also where the browser thinks that what it has is new enough.
        event.respondWith(fetch(request.url, {cache: 'no-cache', credentials: 'same-origin'}).catch(() => caches.match('index.html')));
    } else if (request.url.startsWith(self.registration.scope)) {
        event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
    }
});

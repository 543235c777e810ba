// The functions of browser.cpp, and the events of the page that html5.h lacks: they call the functions at
// the end of page_main.cpp.
mergeInto(LibraryManager.library, {
    // A copy of a text in the program's memory, which the program frees.
    $pageText__deps: ['malloc'],
    $pageText: function (text) {
        const size = lengthBytesUTF8(text) + 1;
        const copy = _malloc(size);
        stringToUTF8(text, copy, size);
        return copy;
    },

    // Calls a function of the program with texts, and frees them.
    $pageCall__deps: ['$pageText', 'free'],
    $pageCall: function (call, ...texts) {
        const copies = texts.map(pageText);
        call(...copies);
        copies.forEach((copy) => _free(copy));
    },

    // Gives files to the program, one after the other.
    $pageFiles__deps: ['$pageText', 'malloc', 'free'],
    $pageFiles: async function (files) {
        const all = Array.from(files);
        for (let k = 0; k < all.length; ++k) {
            const bytes = new Uint8Array(await all[k].arrayBuffer());
            const room = _malloc(bytes.length + 1);
            HEAPU8.set(bytes, room);
            const name = pageText(all[k].name || 'pasted.png');
            _pageFile(name, room, bytes.length, k === all.length - 1);
            _free(name);
            _free(room);
        }
    },

    // Hears what html5.h does not tell: dropped files, pasted and typed text, a page that is left.
    pageListen__deps: ['$pageFiles', '$pageCall', '$pageKeepTabName', '$pageNameInHistory'],
    pageListen: function () {
        const field = document.getElementById('typed');
        window.addEventListener('dragover', (event) => event.preventDefault());
        window.addEventListener('drop', (event) => {
            event.preventDefault();
            pageFiles(event.dataTransfer.files);
        });
        window.addEventListener('paste', (event) => {
            event.preventDefault();
            if (event.clipboardData.files.length > 0) pageFiles(event.clipboardData.files);
            else pageCall(_pagePasted, event.clipboardData.getData('text/plain'));
        });
        const typed = () => {
            const text = field.value;
            field.value = '';
            if (text !== '') pageCall(_pageTyped, text);
        };
        field.addEventListener('input', (event) => { if (!event.isComposing) typed(); });
        field.addEventListener('compositionend', typed);
        document.addEventListener('visibilitychange', () => { if (document.hidden) _pageHidden(); });
        window.addEventListener('pagehide', () => {
            _pageHidden();
            pageKeepTabName(Module.tab);
        });
        window.addEventListener('pageshow', () => pageKeepTabName(''));
        // Another link in this tab gets a session of its own; back and forward lead to those that were.
        window.addEventListener('hashchange', () => {
            Module.tab = pageNameInHistory();
            window.location.reload();
        });
    },

    // Also the name of what a screen reader finds on the page.
    pageSetTitle: function (title) {
        document.title = UTF8ToString(title);
        for (const id of ['canvas', 'typed']) document.getElementById(id).setAttribute('aria-label', document.title);
    },

    pageAddressRest__deps: ['$pageText'],
    pageAddressRest: function () { return pageText(window.location.search + window.location.hash); },

    pageAddress__deps: ['$pageText'],
    pageAddress: function () { return pageText(window.location.href.replace(/[?#].*$/, '')); },

    pageComposed__deps: ['$pageText'],
    pageComposed: function (text) { return pageText(UTF8ToString(text).normalize('NFC')); },

    pageLanguage__deps: ['$pageText'],
    pageLanguage: function () { return pageText(navigator.language || ''); },

    pagePrefersDark: function () { return window.matchMedia('(prefers-color-scheme: dark)').matches; },

    pageTakeFocus: function () {
        if (document.activeElement === document.body) Module.canvas.focus({preventScroll: true});
    },

    pageFillScreen: function (fills) {
        if (fills && !document.fullscreenElement) document.documentElement.requestFullscreen().catch(() => {});
        if (!fills && document.fullscreenElement) document.exitFullscreen().catch(() => {});
    },

    pageCopy: function (text) {
        const copied = UTF8ToString(text);
        if (navigator.clipboard) navigator.clipboard.writeText(copied).catch(() => {});
    },

    pageDownload: function (name, bytes, size) {
        const blob = new Blob([HEAPU8.slice(bytes, bytes + size)], {type: 'application/octet-stream'});
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = UTF8ToString(name);
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },

    pagePick__deps: ['$pageFiles'],
    pagePick: function (accept, several) {
        const picker = document.getElementById('picker');
        picker.accept = UTF8ToString(accept);
        picker.multiple = several;
        picker.value = '';
        picker.onchange = () => { if (picker.files.length > 0) pageFiles(picker.files); };
        picker.oncancel = () => _pageNoFile();
        picker.click();
    },

    pageSay: function (text) { document.getElementById('said').textContent = UTF8ToString(text); },

    pageEditText: function (is_editing, x, y, height) {
        const field = document.getElementById('typed');
        field.style.left = x + 'px';
        field.style.top = y + 'px';
        field.style.height = height + 'px';
        if (is_editing && document.activeElement !== field) {
            field.removeAttribute('aria-hidden');
            field.focus({preventScroll: true});
        }
        if (!is_editing && document.activeElement === field) {
            field.value = '';
            Module.canvas.focus({preventScroll: true});
        }
        if (document.activeElement !== field) field.setAttribute('aria-hidden', 'true');
    },

    pageSetCursor: function (name) { Module.canvas.style.cursor = UTF8ToString(name); },

    pageStore: function (name, text) {
        try {
            localStorage.setItem(UTF8ToString(name), UTF8ToString(text));
            return true;
        } catch (fault) {
            return false;
        }
    },

    pageStored__deps: ['$pageText'],
    pageStored: function (name) {
        let text = null;
        try { text = localStorage.getItem(UTF8ToString(name)); } catch (fault) {}
        return text === null ? 0 : pageText(text);
    },

    pageForget: function (name) {
        try { localStorage.removeItem(UTF8ToString(name)); } catch (fault) {}
    },

    pageStoredNames__deps: ['$pageText'],
    pageStoredNames: function (beginning) {
        const wanted = UTF8ToString(beginning);
        let names = [];
        try { names = Object.keys(localStorage).filter((name) => name.startsWith(wanted)); } catch (fault) {}
        return pageText(names.join('\n'));
    },

    $pageKeepTabName: function (name) {
        try { sessionStorage.setItem('lookback.tab', name); } catch (fault) {}
    },

    $pageNameInHistory: function () { return (history.state && history.state.tab) || ''; },

    // The name of a tab lies in the tab's storage only while no page is open in it, until that is loaded
    // again or returned to: a copy of an open tab gets a copy of the storage, and is to have its own name.
    // Each entry of the tab's history has a name.
    pageTabName__deps: ['$pageText', '$pageKeepTabName', '$pageNameInHistory'],
    pageTabName: function () {
        let left = '';
        try { left = sessionStorage.getItem('lookback.tab') || ''; } catch (fault) {}
        pageKeepTabName('');
        const again = performance.getEntriesByType('navigation').some((entry) => entry.type !== 'navigate');
        const known = left !== '' && again ? pageNameInHistory() || left : '';
        Module.tab = known || Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
        history.replaceState({tab: Module.tab}, '');
        return pageText(Module.tab);
    },
});

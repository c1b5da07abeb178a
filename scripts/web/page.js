// Loads the program and its files, keeps what it writes in the browser, and plays what the page's address asks for
// (docs/web.md). Names behind # count like those behind ?, and no server sees them.
import {REPLAY_BYTES_MAX, readAddress, readAtMost} from './address.js';
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search.slice(1) + '&' + location.hash.slice(1));
const FILES = '/libsdl';      // where SDL has a player's files
const KEEP_MS = 2000;         // at most this is lost when a page is closed
const REPLAY = '/shared.cwr'; // the recording that the address names

function say(text) {
  $('message').textContent = $('message').title = text;
}

function fail(error) {
  say($('loading').hidden ? `The game stopped: ${error.message}. Load the page again.` : 'The game can\'t start: ' + error.message);
  $('loading').hidden = true;
}
// Also what the program throws in a frame.
addEventListener('error', (event) => event.error && fail(event.error));

/* ---- loading ---- */

// The file as it arrives. It is compressed, because not every server does that.
async function load(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(name + ': ' + response.status + ' ' + response.statusText);
  const count = new TransformStream({
    transform(bytes, out) {
      $('progress').value += bytes.length;
      out.enqueue(bytes);
    },
  });
  const body = response.body.pipeThrough(count).pipeThrough(new DecompressionStream('gzip'));
  return new Response(body, {headers: {'Content-Type': 'application/wasm'}});
}

async function loadAll() {
  const program = WebAssembly.compileStreaming(load('program.bin'));
  const [archive, module, files, replay] = await Promise.all([
    load('data.bin').then((response) => response.arrayBuffer()),
    program,
    readKept(),
    asked.has('replay') ? fetchReplay(asked.get('replay')) : null,
  ]);
  Module.instantiateWasm = (imports, receive) => {
    WebAssembly.instantiate(module, imports).then(receive).catch(fail);
    return {};
  };
  Module.preRun = [() => {
    unpack(new Uint8Array(archive));
    for (const [path, bytes] of files) write(path, bytes);
    if (replay) write(REPLAY, replay);
  }];
  const script = document.createElement('script');
  script.src = 'program.js';
  script.onerror = () => fail(new Error('program.js can\'t be loaded'));
  document.body.append(script);
}

async function fetchReplay(url) {
  const response = await fetch(url, {credentials: 'omit'}).catch(() => null);
  if (!response || !response.ok) throw new Error('the recording can\'t be loaded: ' + url.slice(0, 80));
  return readAtMost(response, REPLAY_BYTES_MAX);
}

function write(path, bytes) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
  FS.writeFile(path, bytes, {canOwn: true});
}

function unpack(archive) {
  const text = (at, size) => new TextDecoder().decode(archive.subarray(at, at + size)).replace(/\0.*/s, '');
  for (let at = 0; archive[at];) {
    const size = parseInt(text(at + 124, 12), 8), isFile = text(at + 156, 1) === '0';
    if (isFile) write('/' + text(at, 100), archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/* ---- keeping files ---- */

let store = null;     // the database; null: the browser keeps nothing
let kept = new Map(); // what is in it: path -> time and size
let keeping = false, refused = false;

function refuse(why) {
  if (!refused) say('Settings and runs are not kept: ' + (why && why.message || 'the browser refuses'));
  refused = true;
}

// What the game's Share wrote is downloaded.
const offered = new Set();
function offer() {
  for (const path of FS.analyzePath(FILES).exists ? list(FILES).keys() : []) {
    if (!path.includes('/shared/') || kept.has(path) || offered.has(path)) continue;
    const save = document.createElement('a');
    save.download = path.replace(/.*\//, '');
    save.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
    save.click();
    offered.add(path);
  }
}

// All files, as [path, bytes].
function readKept() {
  return new Promise((resolve) => {
    const nothing = (error) => (refuse(error), resolve([]));
    try {
      const opening = indexedDB.open('clockwork ' + location.pathname, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('files');
      opening.onerror = () => nothing(opening.error);
      opening.onsuccess = () => {
        store = opening.result;
        const files = store.transaction('files').objectStore('files');
        const paths = files.getAllKeys(), contents = files.getAll();
        contents.onsuccess = () => resolve(paths.result.map((path, i) => [path, contents.result[i]]));
        contents.onerror = () => nothing(contents.error);
      };
    } catch (error) {
      nothing(error);
    }
  });
}

function list(folder, found = new Map()) {
  for (const name of FS.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = folder + '/' + name, facts = FS.stat(path);
    if (FS.isDir(facts.mode)) list(path, found);
    else found.set(path, facts.mtime.getTime() + ' ' + facts.size);
  }
  return found;
}

// Between two frames all files are whole. Those that changed go into the database together.
function keep() {
  if (!store || keeping || !FS.analyzePath(FILES).exists) return;
  const now = list(FILES);
  const changed = [...now].filter(([path, facts]) => kept.get(path) !== facts);
  const gone = [...kept.keys()].filter((path) => !now.has(path));
  if (!changed.length && !gone.length) return;
  keeping = true;
  const end = (error) => {
    keeping = false;
    if (error === undefined) kept = now, refused = false;
    else refuse(error);
  };
  try {
    const all = store.transaction('files', 'readwrite');
    all.oncomplete = () => end();
    all.onabort = () => end(all.error);
    for (const [path] of changed) all.objectStore('files').put(FS.readFile(path), path);
    for (const path of gone) all.objectStore('files').delete(path);
  } catch (error) {
    end(error);
  }
}

/* ---- the program ---- */

let printed = [];
const NO_HELP = /^clockwork: (frame \d+: |no font )/; // messages about the clock and about letters, which help no player
let verdict = ''; // of the recording that is shown: no message takes its place
const Module = globalThis.Module = {
  canvas: $('canvas'),
  noInitialRun: true,
  print: (text) => (printed.push(text), console.log(text)),
  printErr: (text) => (verdict || NO_HELP.test(text) || say(text.replace(/^clockwork: /, '')), console.warn(text)),
  onRuntimeInitialized: start,
  onGameEnd: () => (keep(), say('The game has ended. Load the page to play again.')),
};

// Runs a command and returns what it printed.
function run(...words) {
  printed = [];
  callMain(words);
  return printed.join('\n');
}

// In words: the first line of `verify --times` that counts, or why not.
function verify() {
  const time = run('verify', '--times', REPLAY), fact = (line, name) => (line.match(name + '=(\\S+)') || [])[1];
  const number = (text) => Number(text).toLocaleString('en');
  if (time.startsWith('time ')) {
    const medal = fact(time, 'medal');
    return `verified: ${number(fact(time, 'ticks'))} ticks, ${Number(fact(time, 'seconds')).toFixed(2)} s` +
      (medal === 'none' ? '' : ', ' + medal) + (fact(time, 'clean') === 'yes' ? '' : ', assisted');
  }
  const line = run('verify', REPLAY);
  return line.startsWith('bad ') ? 'NOT verified: ' + line.replace(/.* what=/, '')
    : `verified: ${number(fact(line, 'ticks'))} ticks, ` + (fact(line, 'finished') === 'yes' ? 'finished' : 'not finished');
}

function start() {
  $('loading').hidden = true;
  $('runs').hidden = false;
  kept = FS.analyzePath(FILES).exists ? list(FILES) : kept;
  $('canvas').focus();
  if (!refused) say('');
  const {level, words, ignored} = readAddress(asked, run('config'));
  for (const name of ignored) console.warn(`the address asks for ${name}: only level, replay, seed and settings by name are taken from it`);
  if (asked.has('replay')) say(verdict = verify());
  run('play', ...(asked.has('replay') ? [REPLAY] : level === null ? [] : [level]), ...words);
  setInterval(() => (offer(), keep()), KEEP_MS);
  if (matchMedia('(hover: none) and (pointer: coarse)').matches) touchCorner();
  new ResizeObserver(() => dispatchEvent(new Event('resize'))).observe($('canvas'));
}

// On a phone the pedals are shown before the first touch.
function touchCorner() {
  const changedTouches = [new Touch({identifier: 0, target: $('canvas'), clientX: 0, clientY: 0})];
  for (const type of ['touchstart', 'touchend']) $('canvas').dispatchEvent(new TouchEvent(type, {changedTouches}));
}

// A browser lets a page sound once a key or a finger was released or the mouse was used; emscripten asks at the first press only.
for (const type of ['keyup', 'pointerup', 'touchend']) {
  addEventListener(type, () => !document.hidden && Module.SDL2 && Module.SDL2.audioContext && Module.SDL2.audioContext.resume(), true);
}

// The browser calls for no frames in a hidden tab; the sound would go on.
document.addEventListener('visibilitychange', () => {
  const sound = Module.SDL2 && Module.SDL2.audioContext;
  if (document.hidden) keep();
  if (sound) document.hidden ? sound.suspend() : sound.resume();
});

/* ---- runs, to be saved and shared ---- */

function recordings() {
  return [...list(FILES).keys()].filter((path) => path.includes('/runs/')).sort().reverse().slice(0, 12);
}

function link(path) {
  let bytes = '';
  for (const byte of FS.readFile(path)) bytes += String.fromCharCode(byte);
  return location.href.replace(/[?#].*/, '') + '#replay=' + encodeURIComponent('data:;base64,' + btoa(bytes));
}

// Rejected where the browser lets the page have no clipboard, as on a server without HTTPS.
async function copy(text) {
  await navigator.clipboard.writeText(text);
}

function row(path) {
  const name = path.replace(/.*\//, ''), [, day, time, , level] = name.match(/^\d+-(\d+)-(\d+)-(\d+)-(.*)\.cwr$/) || [];
  const cells = document.createElement('tr'), save = document.createElement('a'), share = document.createElement('button');
  save.className = 'button';
  save.textContent = 'Save';
  save.download = name;
  save.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
  share.textContent = 'Copy link';
  share.onclick = () => copy(link(path)).then(() => say('The link is copied.'), () => prompt('Copy this link:', link(path)));
  const when = day ? `${day.replace(/(\d+)(\d\d)(\d\d)/, '$1-$2-$3')} ${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}` : '';
  for (const content of [level || name, when, save, share]) cells.insertCell().append(content);
  return cells;
}

$('runs').onclick = () => {
  const table = document.createElement('table'), close = document.createElement('button');
  table.append(...recordings().map(row));
  close.textContent = 'Close';
  close.onclick = () => $('list').close();
  $('list').replaceChildren(table.rows.length ? table : 'There are no runs yet. ', close);
  $('list').showModal();
};
$('list').onclose = () => $('canvas').focus();
$('fullscreen').onclick = () => ($('canvas').requestFullscreen(), $('canvas').focus());

loadAll().catch(fail);
export {FILES, kept, link, list, recordings, refused, run}; // for tests/packaging/web.js

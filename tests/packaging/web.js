// web.js PAGE PROGRAM PICTURES: plays a page of scripts/ports.mk in a headless Chromium, with keys, fingers and a controller, and compares it with
// PROGRAM, the one for this machine. Its pictures go into the folder PICTURES. tests/packaging/web.sh calls it.
const {execFileSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {Browser, serve, sleep} = require('./browser.js');

const [folder, program, pictures] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'clockwork-web-'));
const native = (...words) => execFileSync(program, words, {encoding: 'utf8'});
const message = 'document.getElementById("message").textContent';
let browser, site, failed = false;

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

// Waits until the game runs. What page.js exports is then `page` there.
async function begun(page) {
  await page.until('import("./page.js").then((exported) => globalThis.page = exported, true)');
  await page.until('document.getElementById("loading").hidden && typeof FS === "object"');
}

// Opens the page with what its address asks for, waits until the game runs, and closes it after the body.
async function play(address, options, body) {
  const page = await browser.open(site + address, options);
  try {
    await begun(page);
    await body(page);
  } finally {
    await page.close();
  }
}

// A script for the page: the program gets these words in place of those for play, which an address can't name.
const instead = (...words) => `let program; Object.defineProperty(globalThis, 'Module', {get: () => program, set(module) {
  if (program) return;
  const begin = module.onRuntimeInitialized;
  module.onRuntimeInitialized = () => {
    const main = callMain;
    callMain = (asked) => main(asked[0] === 'play' ? ${JSON.stringify(words)} : asked);
    begin();
  };
  program = module;
}});`;

// The newest recording that the page keeps, as a file here.
async function latestRun(page, name) {
  const text = await page.ask('btoa(String.fromCharCode(...FS.readFile(page.recordings()[0])))');
  fs.writeFileSync(path.join(work, name), Buffer.from(text, 'base64'));
  return path.join(work, name);
}

// How far the buggy of a recording went, in metres. The recording must verify.
function way(file) {
  const verdict = native('verify', file);
  expect(/^(ok|cut)/.test(verdict), verdict);
  const rows = native('query', file, '--fields', 'body.33.p.x', '--csv').trim().split('\n').slice(1).map((row) => Number(row.split(',')[1]));
  return Math.max(...rows) - rows[0];
}

const RUN_GREW = (bytes) => `page.recordings().length && FS.stat(page.recordings()[0]).size > ${bytes}`;

/* ---- checks ---- */

async function keysDrive() {
  await play('?level=first-wind', {}, async (page) => {
    await page.key('down', 'ArrowRight');
    await sleep(4000);
    await page.key('up', 'ArrowRight');
    await sleep(1200);
    const metres = way(await latestRun(page, 'keys.cwr'));
    expect(metres > 5, `it went ${metres} m`);
  });
}

async function touchDrives() {
  await play('?level=first-wind', {width: 844, height: 390, touch: true}, async (page) => {
    const at = await page.ask('(() => { const r = canvas.getBoundingClientRect(); return {x: r.x + r.width * 0.92, y: r.y + r.height * 0.84}; })()');
    await page.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [at]});
    await sleep(3000);
    await page.picture(path.join(pictures, 'touch-844x390.png'));
    await page.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
    await page.until('Module.SDL2.audioContext.state === "running"', 5);
    await sleep(1200);
    const metres = way(await latestRun(page, 'touch.cwr'));
    expect(metres > 5, `it went ${metres} m`);
  });
}

// There is no real controller: the browser's list of them is replaced.
const CONTROLLER = `const buttons = Array.from({length: 17}, () => ({pressed: false, touched: false, value: 0}));
  globalThis.controller = {id: 'Standard (Vendor: 045e Product: 028e)', index: 0, connected: true, mapping: 'standard', timestamp: 1, axes: [0, 0, 0, 0], buttons};
  navigator.getGamepads = () => [controller];`;

async function controllerDrives() {
  await play('?level=first-wind', {script: CONTROLLER}, async (page) => {
    await page.ask('dispatchEvent(Object.assign(new Event("gamepadconnected"), {gamepad: controller})), 0');
    await sleep(500);
    await page.ask('Object.assign(controller.buttons[7], {pressed: true, value: 1}), controller.timestamp = performance.now()');
    await sleep(4000);
    await page.picture(path.join(pictures, 'controller.png'));
    const metres = way(await latestRun(page, 'controller.cwr'));
    expect(metres > 5, `it went ${metres} m`);
  });
}

async function soundBegins() {
  await play('?level=first-wind', {}, async (page) => {
    const state = 'Module.SDL2.audioContext.state';
    expect(await page.ask(state) === 'suspended', 'it sounds before a key');
    await page.key('down', 'ArrowRight');
    await page.until(state + ' === "running"', 5);
    await page.ask(`globalThis.heard = Module.SDL2.audioContext.createAnalyser(), Module.SDL2.audio.scriptProcessorNode.connect(heard), 0`);
    await page.until(`(() => { const wave = new Float32Array(heard.fftSize); heard.getFloatTimeDomainData(wave);
      return Math.max(...wave.map(Math.abs)) > 0.001; })()`, 10);
  });
}

async function runIsKept() {
  await play('?level=first-wind', {}, async (page) => {
    await page.key('down', 'ArrowRight');
    await sleep(6000);
    const played = await page.ask('page.recordings()[0]');
    await page.go(site + '?level=gear-works');
    await sleep(500);
    await begun(page);
    await page.until('page.recordings().length > 1');
    const runs = await page.ask('page.recordings()');
    expect(runs.includes(played), `${played} is not in ${runs}`);
    const text = await page.ask(`btoa(String.fromCharCode(...FS.readFile(${JSON.stringify(played)})))`);
    fs.writeFileSync(path.join(work, 'reloaded.cwr'), Buffer.from(text, 'base64'));
    const metres = way(path.join(work, 'reloaded.cwr'));
    expect(metres > 5, `it went ${metres} m`);
  });
}

async function settingIsKept() {
  const value = 'Object.fromEntries([...page.list(page.FILES).keys()].filter((p) => p.endsWith("config.ini")).map((p) => [p, FS.readFile(p, {encoding: "utf8"})]))';
  await play('', {script: NO_GPU}, async (page) => {
    await page.until('frames_ms.length > 60'); // a press before the title is there is lost
    await page.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter'); // from below: Quit, Credits, Settings
    await page.picture(path.join(pictures, 'settings.png'));
    await page.press('Enter', 'ArrowLeft');
    await page.picture(path.join(pictures, 'comfort.png'));
    await page.press('Escape', 'Escape');
    await page.until(`Object.keys(${value}).length`, 5);
    const before = await page.ask(value);
    await sleep(3000);
    await page.go(site);
    await sleep(500);
    await begun(page);
    expect(JSON.stringify(await page.ask(value)) === JSON.stringify(before), 'config.ini differs after the page was loaded again');
    expect(/= /.test(Object.values(before)[0]), Object.values(before)[0]);
  });
}

async function speaksTheBrowsersLanguage() {
  for (const [name, font] of [['ja-JP', 'ja'], ['zh-CN', 'zh_CN']]) {
    const script = `Object.defineProperty(navigator, 'languages', {get: () => ['${name}', 'en']});
      globalThis.opened = [], globalThis.warned = [], console.warn = (text) => warned.push(text);
      let files; Object.defineProperty(globalThis, 'FS', {get: () => files, set(made) {
        const open = (files = made).open;
        files.open = (path, ...rest) => (opened.push(path), open(path, ...rest));
      }});`;
    await play('', {script: NO_GPU + script}, async (page) => {
      await page.until(`opened.some((path) => path.endsWith('fonts/${font}.otf')) && frames_ms.length > 60`);
      await page.picture(path.join(pictures, `title-${name}.png`));
      expect(!await page.ask('warned.join().includes("no font")'), await page.ask('warned.join()'));
    });
  }
}

const NOT_KEPT = message + '.startsWith("Settings and runs are not kept")';

async function refusalIsTold() {
  const script = 'Object.defineProperty(globalThis, "indexedDB", {get() { throw new DOMException("denied", "SecurityError"); }});';
  await play('?level=first-wind', {script}, async (page) => {
    await page.until(NOT_KEPT, 5);
    await page.key('down', 'ArrowRight');
    await page.until(RUN_GREW(1500), 10);
  });
}

async function fullStorageIsTold() {
  await play('?level=first-wind', {}, async (page) => {
    await page.send('Storage.overrideQuotaForOrigin', {origin: new URL(site).origin, quotaSize: 1});
    await page.key('down', 'ArrowRight');
    await page.until(NOT_KEPT, 15);
    await page.until(RUN_GREW(1500), 10);
    await page.send('Storage.overrideQuotaForOrigin', {origin: new URL(site).origin});
    await page.until('page.kept.size === page.list(page.FILES).size && !page.refused', 10);
  });
}

async function hiddenTabPauses() {
  await play('?level=first-wind', {}, async (page) => {
    await page.press('ArrowRight');
    await page.until('Module.SDL2.audioContext.state === "running"', 5);
    const other = await browser.open('about:blank');
    await browser.send('Target.activateTarget', {targetId: other.targetId});
    await page.until('document.hidden', 5);
    await page.until('Module.SDL2.audioContext.state === "suspended"', 5);
    await sleep(500);
    const size = await page.ask('FS.stat(page.recordings()[0]).size');
    await sleep(3000);
    expect(await page.ask('FS.stat(page.recordings()[0]).size') === size, 'it plays in a hidden tab');
    await other.close();
    await browser.send('Target.activateTarget', {targetId: page.targetId});
    await page.until('!document.hidden && Module.SDL2.audioContext.state === "running"', 5);
    await sleep(500);
    await page.picture(path.join(pictures, 'shown-again.png'));
  });
}

async function fillsTheScreen() {
  await play('?level=first-wind', {}, async (page) => {
    await page.click('#fullscreen');
    await page.until('document.fullscreenElement', 5);
    await page.until('Math.abs(canvas.width / canvas.height - innerWidth / innerHeight) < 0.01', 5);
    await page.picture(path.join(pictures, 'fullscreen.png'));
  });
}

async function progressIsShown() {
  const page = await browser.open('about:blank');
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', {offline: false, latency: 0, downloadThroughput: 1.5e6, uploadThroughput: -1});
  await page.go(site);
  const part = '(globalThis.progress && progress.value / progress.max)';
  await page.until(`${part} > 0.4 && ${part} < 0.9`, 10);
  await page.picture(path.join(pictures, 'progress.png'));
  await page.until(`${part} === 1 && document.getElementById("loading").hidden`);
  await page.close();
}

async function failuresAreTold() {
  const page = await browser.open('about:blank');
  await page.send('Network.enable');
  await page.send('Network.setBlockedURLs', {urls: ['*program.js']});
  await page.go(site);
  await page.until(message + ' === "The game can\'t start: program.js can\'t be loaded"');
  await page.close();
  await play('?level=first-wind', {}, async (page) => {
    await page.ask('setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }), 0');
    await page.until(message + ' === "The game stopped: unreachable. Load the page again."', 5);
  });
}

// SwiftShader is WebGL by the processor, and three times as dear as the game's own painter. Notes how long each frame takes.
const NO_GPU = `const fact = WebGLRenderingContext.prototype.getParameter, frame = requestAnimationFrame;
  globalThis.frames_ms = [];
  WebGLRenderingContext.prototype.getParameter = function (name) { return name === 0x9246 ? 'SwiftShader driver' : fact.call(this, name); };
  requestAnimationFrame = (call) => frame((now) => {
    const begin_ms = performance.now();
    call(now);
    frames_ms.push(performance.now() - begin_ms);
    globalThis.shown_ms ??= performance.now();
  });`;
const MEASURE_S = 9;

// A recording is played, because looking ahead costs the bot time. Other work on the machine makes pictures dearer, so the quickest second
// is compared with the limit.
async function processorPaints() {
  const told = [], sorted = (values) => [...values].sort((a, b) => a - b);
  for (const [width, height] of [[960, 540], [1280, 720]]) {
    const script = NO_GPU + instead('replay', 'assets/replays/first-wind.cwr');
    await play('', {width, height: height + 31, script}, async (page) => {
      expect(await page.ask('!!canvas.getContext("2d")'), 'SwiftShader draws');
      await sleep(2000);
      await page.send('Performance.enable', {timeDomain: 'threadTicks'});
      const facts = async () => [await page.ask('frames_ms.length'), (await page.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ScriptDuration').value];
      const seen = [await facts()], costs_ms = [];
      for (let second = 1; second <= MEASURE_S; second++) {
        await sleep(1000);
        seen.push(await facts());
        costs_ms.push((seen[second][1] - seen[second - 1][1]) * 1000 / (seen[second][0] - seen[second - 1][0]));
      }
      const count = seen[MEASURE_S][0] - seen[0][0], [least, middle, most] = [0, MEASURE_S >> 1, MEASURE_S - 1].map((i) => sorted(costs_ms)[i].toFixed(1));
      const frame_ms = sorted((await page.ask('frames_ms')).slice(seen[0][0], seen[MEASURE_S][0]))[count >> 1];
      told.push(`${height}p: first picture after ${(await page.ask('shown_ms') / 1000).toFixed(2)} s, ${(count / MEASURE_S).toFixed(1)} pictures/s, each ` +
        `${middle} ms of processor time in the median second (${least} to ${most}), ${frame_ms.toFixed(1)} ms of real time in the median picture`);
      expect(least <= 12, told.join('; '));
    });
  }
  return told.join('; ');
}

async function threeSizes() {
  for (const [width, height] of [[360, 640], [1280, 720], [1920, 1080]]) {
    await play('?level=gear-works', {width, height, touch: width < 500}, async (page) => {
      await sleep(2500);
      await page.picture(path.join(pictures, `level-${width}x${height}.png`));
      await page.press('Escape');
      await page.picture(path.join(pictures, `pause-${width}x${height}.png`));
      await page.click('#runs');
      await sleep(300);
      await page.picture(path.join(pictures, `runs-${width}x${height}.png`));
      const clipped = await page.ask(`document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('button, canvas, dialog')].some((e) => {
        const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth + 0.5 || r.bottom > innerHeight + 0.5; })`);
      expect(!clipped, `something is clipped at ${width}x${height}`);
    });
  }
}

async function barsAreBlack() {
  const script = `const put = CanvasRenderingContext2D.prototype.putImageData;
    CanvasRenderingContext2D.prototype.putImageData = function (image, ...at) {
      globalThis.corner = [...image.data.slice(0, 4)].join();
      put.call(this, image, ...at);
    };`;
  await play('?level=first-wind&display.scaling=letterbox', {width: 1280, height: 500, script: NO_GPU + script}, async (page) => {
    await page.until('globalThis.corner');
    expect(await page.ask('corner') === '0,0,0,255', await page.ask('corner'));
    await page.picture(path.join(pictures, 'bars.png'));
  });
}

async function finishedRun() {
  const log = path.join(work, 'here.log');
  const script = instead('play', 'first-wind', '--bot', '--hash-log', '/there.log');
  await play('', {script}, async (page) => {
    let file, verdict = '';
    for (const end = Date.now() + 60000; !/finished=yes/.test(verdict) && Date.now() < end; await sleep(1000)) {
      file = await latestRun(page, 'bot.cwr');
      verdict = native('verify', file);
    }
    fs.writeFileSync(path.join(work, 'there.log'), await page.ask('FS.readFile("/there.log", {encoding: "utf8"})'));
    expect(/finished=yes/.test(verdict), verdict);
    native('first-wind', '--headless', '--bot', '--ticks', '1500', '--hash-log', log);
    const lines = (name) => fs.readFileSync(name, 'utf8').split('\n').slice(0, 1200);
    expect(lines(log).length === 1200 && lines(log).join() === lines(path.join(work, 'there.log')).join(), 'hashes of the first 1,200 ticks differ');
    const link = await page.ask('page.link(page.recordings()[0])');
    await page.picture(path.join(pictures, 'finished.png'));
    await page.click('#runs');
    const saved = await page.ask('fetch(document.querySelector("#list a").href).then((file) => file.arrayBuffer()).then((bytes) => bytes.byteLength)');
    expect(saved >= fs.statSync(file).size, `the file that Save gives has ${saved} bytes`);
    await page.click('#list td button');
    await page.until(message + ' === "The link is copied."', 5);
    await play(link.slice(site.length), {}, async (shared) => {
      const told = await shared.until(message, 20);
      const [, ticks, seconds, clean] = native('verify', '--times', file).match(/ticks=(\d+) seconds=(\S+) clean=(\S+)/);
      expect(told === `verified: ${Number(ticks).toLocaleString('en')} ticks, ${Number(seconds).toFixed(2)} s, gold${clean === 'yes' ? '' : ', assisted'}`, told);
    });
  });
}

async function nativeRunIsShown() {
  native('first-wind', '--headless', '--bot', '--ticks', '1800', '--record', path.join(folder, 'native.cwr'));
  const script = 'HTMLAnchorElement.prototype.click = function () { globalThis.downloaded = this.download; };';
  await play('?replay=native.cwr', {script}, async (page) => {
    expect(/^verified: [0-9,]+ ticks, [0-9.]+ s, gold$/.test(await page.until(message, 60)), await page.ask(message));
    await sleep(1000);
    await page.picture(path.join(pictures, 'offered.png'));
    await page.press('ArrowDown', 'ArrowDown', 'Enter');
    expect(/^first-wind-[0-9.]+s\.cwr$/.test(await page.until('globalThis.downloaded', 10)), await page.ask('downloaded'));
    await page.press('ArrowUp', 'Enter');
    await sleep(1000);
    await page.picture(path.join(pictures, 'raced.png'));
    expect((await page.ask('page.recordings()[0]')).endsWith('-first-wind.cwr'), 'it is not raced');
  });
  fs.rmSync(path.join(folder, 'native.cwr'));
  fs.writeFileSync(path.join(folder, 'large.cwr'), Buffer.alloc((32 << 20) + 1));
  const page = await browser.open(site + '?replay=none.cwr');
  await page.until(message + '.endsWith("the recording can\'t be loaded: none.cwr")', 10);
  await page.go(site + '?replay=large.cwr');
  await page.until(message + '.endsWith("the recording has more than 32 MiB")', 10);
  await page.close();
  fs.rmSync(path.join(folder, 'large.cwr'));
}

async function addressNamesNoOption() {
  const script = 'globalThis.warned = []; console.warn = (text) => warned.push(text);';
  await play('?level=first-wind&hash-log=/libsdl/own.log&command=levels', {script}, async (page) => {
    await page.until('page.recordings().length', 10);
    expect(!await page.ask('FS.analyzePath("/libsdl/own.log").exists'), 'the address has a file written');
    for (const name of ['hash-log', 'command']) expect((await page.ask('warned.join()')).includes('asks for ' + name + ':'), name + ' is ignored in silence');
  });
}

async function commandsAreAbsent() {
  for (const words of [['doctor', 'first-wind'], ['new', 'hopper'], ['solve', 'first-wind']]) {
    await play('', {script: instead(...words)}, async (page) => {
      const told = await page.ask(message);
      expect(told.includes('is no command'), words[0] + ': ' + told);
    });
  }
}

/* ---- all of them ---- */

const CHECKS = {
  'keys drive, and the run verifies here': keysDrive,
  'fingers on the pedals drive': touchDrives,
  'a controller drives (the browser\'s list of them is replaced)': controllerDrives,
  'sound begins with the first key': soundBegins,
  'a run is kept when the page is loaded again in its middle': runIsKept,
  'a setting changed by keys is kept': settingIsKept,
  'speaks the browser\'s language, with letters of its own': speaksTheBrowsersLanguage,
  'refused storage is told, and the game goes on': refusalIsTold,
  'full storage is told, the game goes on, and files are kept once there is room': fullStorageIsTold,
  'a hidden tab pauses, and its sound': hiddenTabPauses,
  'without a GPU the game paints by itself': processorPaints,
  'fills the screen': fillsTheScreen,
  'bars beside the picture are black': barsAreBlack,
  'a bar shows how much is loaded': progressIsShown,
  'a game that can\'t start, or stops, says why': failuresAreTold,
  'shows a level, a pause and the list of runs at three sizes': threeSizes,
  'a finished run has the hashes of the same run here, and its link shows it': finishedRun,
  'a recording made here is verified, shared and raced': nativeRunIsShown,
  'an address names no option': addressNamesNoOption,
  'the maker\'s commands are not in a page': commandsAreAbsent,
};

(async () => {
  const server = await serve(folder);
  site = `http://127.0.0.1:${server.address().port}/`;
  browser = new Browser(path.join(work, 'profile'));
  for (const [name, check] of Object.entries(CHECKS)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    await check().then((told) => console.log('ok     ' + name + (told ? ': ' + told : '')), (error) => {
      failed = true;
      console.log(`FAILED ${name}\n    ${error.message}`);
    });
  }
  await browser.end();
  server.close();
  fs.rmSync(work, {recursive: true, force: true});
  process.exit(failed ? 1 : 0);
})();

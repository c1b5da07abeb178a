// A headless Chromium, driven over a pipe by the DevTools protocol. Used by tests/packaging/web.js; needs nothing but node.
const {spawn} = require('child_process');
const fs = require('fs');
const http = require('http');
const path = require('path');

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Serves the files of a folder, as any file server does.
function serve(folder) {
  const types = {'.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml'};
  const server = http.createServer((request, response) => {
    const file = path.join(folder, decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
    if (!fs.existsSync(file) || !fs.statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, {'Content-Type': types[path.extname(file)] || 'application/octet-stream'});
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

class Browser {
  constructor(profile) {
    const options = ['--headless=new', '--remote-debugging-pipe', '--user-data-dir=' + profile, '--no-first-run', '--mute-audio',
      ...(process.getuid() ? [] : ['--no-sandbox']), 'about:blank'];
    this.process = spawn(process.env.CHROMIUM || 'chromium', options, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.asked = new Map();
    this.number = 0;
    let text = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (part) => {
      const messages = (text + part).split('\0');
      text = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
    this.process.on('error', (error) => (console.error(error.message), process.exit(1)));
  }

  receive(message) {
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (asked) message.error ? asked.reject(new Error(message.error.message)) : asked.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      this.asked.set(++this.number, {resolve, reject});
      this.process.stdio[3].write(JSON.stringify({id: this.number, method, params, sessionId}) + '\0');
    });
  }

  async end() {
    const gone = new Promise((resolve) => this.process.on('exit', resolve));
    await this.send('Browser.close').catch(() => {});
    await gone;
  }

  // Opens a page of this size. SCRIPT runs before those of the page.
  async open(url, {width = 1280, height = 720, script = '', touch = false} = {}) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, targetId, sessionId);
    await page.send('Page.enable');
    await page.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: touch});
    await page.send('Emulation.setTouchEmulationEnabled', {enabled: touch});
    if (script) await page.send('Page.addScriptToEvaluateOnNewDocument', {source: script});
    await page.go(url);
    return page;
  }
}

const KEYS = {ArrowRight: 39, ArrowLeft: 37, ArrowUp: 38, ArrowDown: 40, Enter: 13, Escape: 27, Space: 32};

class Page {
  constructor(browser, targetId, sessionId) {
    Object.assign(this, {browser, targetId, sessionId});
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  async go(url) {
    await this.send('Page.navigate', {url});
  }

  // The value of an expression, which may be a promise.
  async ask(expression) {
    const {result, exceptionDetails: thrown} =
      await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true, userGesture: false});
    if (thrown) throw new Error((thrown.exception && thrown.exception.description) || thrown.text);
    return result.value;
  }

  // Waits until the expression is true, and returns its value.
  async until(expression, seconds = 30) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
      const value = await this.ask(expression).catch(() => null);
      if (value) return value;
    }
    throw new Error(`after ${seconds} s it is still not true: ${expression}; message: ${await this.ask('document.getElementById("message").textContent')}`);
  }

  async key(type, code) {
    const name = code.replace(/^Key/, '').replace('Space', ' ');
    await this.send('Input.dispatchKeyEvent', {type: type === 'down' ? 'rawKeyDown' : 'keyUp', code,
      key: name.length === 1 ? name.toLowerCase() : name, windowsVirtualKeyCode: KEYS[code] || name.charCodeAt(0)});
  }

  async press(...codes) {
    for (const code of codes) {
      await this.key('down', code);
      await sleep(80);
      await this.key('up', code);
      await sleep(250);
    }
  }

  async click(selector) {
    const at = await this.ask(`(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`);
    for (const type of ['mousePressed', 'mouseReleased']) await this.send('Input.dispatchMouseEvent', {type, ...at, button: 'left', clickCount: 1});
  }

  async picture(file) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png'});
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }

  async close() {
    await this.browser.send('Target.closeTarget', {targetId: this.targetId});
  }
}

module.exports = {Browser, serve, sleep};

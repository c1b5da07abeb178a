// address.js SETTINGS: what a page takes from its address. SETTINGS: a file with what `clockwork config` prints. tests/runtime/program/test_program_files.c
// calls it.
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const source = fs.readFileSync(path.join(__dirname, '../../scripts/web/address.js'), 'utf8');
const printed = fs.readFileSync(process.argv[2], 'utf8');

import('data:text/javascript,' + encodeURIComponent(source)).then(async ({readAddress, readAtMost}) => {
  const read = (text) => readAddress(new URLSearchParams(text), printed);
  assert.deepStrictEqual(read('level=gear-works&seed=7&display.pacing=raw&input.hop=key:J&replay=a.cwr'),
    {level: 'gear-works', words: ['--seed=7', '--set=display.pacing=raw', '--set=input.hop=key:J'], ignored: []});
  const options = ['hash-log', 'probe-log', 'frame-log', 'trace', 'screenshot', 'record', 'render-sound', 'sound-log', 'csv', 'config', 'set', 'command', 'bot',
    'game.flight_recorder', 'display.none', '.tick_rate', 'display', '--hash-log', '__proto__', 'constructor'];
  for (const name of options) assert.deepStrictEqual(read(name + '=/libsdl/x'), {level: null, words: [], ignored: [name]});
  for (const level of ['--hash-log=x', '../x', 'x.tmj', '-x', '/x', '']) assert.deepStrictEqual(read('level=' + level).ignored, ['level']);
  for (const seed of ['--x', '1 2', '-1', '']) assert.deepStrictEqual(read('seed=' + seed).ignored, ['seed']);
  assert.strictEqual((await readAtMost(new Response(new Uint8Array(1 << 20)), 1 << 20)).length, 1 << 20);
  await assert.rejects(readAtMost(new Response(new Uint8Array((1 << 20) + 1)), 1 << 20), /more than 1 MiB/);
});

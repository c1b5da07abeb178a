// What the address of a page may ask for: a level, a recording, a seed, and settings by name. Anybody can make a link, so nothing else
// in it reaches the program, and no value becomes an option. page.js reads the address with this.
const LEVEL = /^[a-z0-9][a-z0-9-]*$/, SEED = /^[0-9]+$/;
const DELETES = 'game.flight_recorder'; // a lower number deletes runs of the visitor
export const REPLAY_BYTES_MAX = 32 << 20; // the program reads no larger recording

// The level (null: none), words for the program, and the names that are ignored. `printed`: what the command config prints.
export function readAddress(asked, printed) {
  const settings = new Set(), words = [], ignored = [];
  let section = '', level = null;
  for (const line of printed.split('\n')) {
    section = (line.match(/^\[(.*)\]/) || [, section])[1];
    settings.add(section + '.' + line.replace(/ *=.*/, ''));
  }
  settings.delete(DELETES);
  for (const [name, value] of asked) {
    if (name === 'level' && LEVEL.test(value)) level = value;
    else if (name === 'seed' && SEED.test(value)) words.push('--seed=' + value);
    else if (settings.has(name)) words.push(`--set=${name}=${value}`);
    else if (name !== 'replay' && name !== '') ignored.push(name);
  }
  return {level, words, ignored};
}

// The bytes of a response. Fails as soon as there are more than `most`.
export async function readAtMost(response, most) {
  const reader = response.body.getReader(), parts = [];
  let size = 0;
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size > most) {
      reader.cancel();
      throw new Error(`the recording has more than ${most >> 20} MiB`);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

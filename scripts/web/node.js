// In node the program is one of the command line, and sees the files of this machine.
if (typeof process === 'object') {
  const fs = require('fs');
  Module.wasmBinary = fs.readFileSync(__filename.replace(/js$/, 'wasm'));
  Module.preRun = () => {
    Object.assign(ENV, process.env);
    for (const name of fs.readdirSync('/')) {
      if (name === 'dev' || name === 'proc' || !fs.statSync('/' + name).isDirectory()) continue;
      if (!FS.analyzePath('/' + name).exists) FS.mkdir('/' + name);
      FS.mount(NODEFS, {root: '/' + name}, '/' + name);
    }
    FS.chdir(process.cwd());
  };
}

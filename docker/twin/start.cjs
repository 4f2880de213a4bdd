// Starts a twin, or prepares its start: `node --build-snapshot` takes one file, and no module but node's own. So this one loads the others, also,
// once the twin runs, what it loads on first use.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const loaded = new Map();

function load(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const requireFrom = (specifier) =>
    specifier.startsWith('.') ? load(join(dirname(file), specifier)) : process.getBuiltinModule(specifier);
  const body = new Function('module', 'exports', 'require', '__filename', `${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`);
  body(module, module.exports, requireFrom, file);
  return module.exports;
}

// V8 adds its newest functions to what begins with a snapshot, not to what makes it.
const isMissing = !('escape' in RegExp);
if (isMissing) RegExp.escape = (text) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');

load(join(__dirname, 'main.cjs'))
  .startTwin(process.env.SVC_TWIN)
  .then(() => isMissing && delete RegExp.escape);

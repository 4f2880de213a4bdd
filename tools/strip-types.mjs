// Jest transform: Node's own type stripping, so that tests run exactly the code that `node` runs.
// Types become blanks, so line and column numbers stay true without a source map.
import { stripTypeScriptTypes } from 'node:module';

export default {
  process(source) {
    return { code: stripTypeScriptTypes(source, { mode: 'strip' }) };
  },
};

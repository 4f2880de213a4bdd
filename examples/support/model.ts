// Runs the scripted models until it is stopped, and prints the variables by which clients find them.
import { scripts } from './script.ts';
import { startScriptedModel } from './scripted-model.ts';

const { variables, close } = await startScriptedModel(scripts);
for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
console.log('ready');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);

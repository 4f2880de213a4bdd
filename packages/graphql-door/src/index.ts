export { Answers, type KeptAnswer } from './answers.ts';
export { Documents, Operations, type PreparedDocument } from './documents.ts';
export type { Actions, Asked, Carried, Door, Values } from './door.ts';
export { Variables, type VariableValues } from './inputs.ts';
export { PreparedOperation } from './prepared-operation.ts';
export { type Executed, Program } from './program.ts';
export { type GraphqlRequest, readRequest } from './request.ts';
export { formOf, type SchemaForm, schemaOf } from './schema-form.ts';
export { conditionsOf, type Fragments } from './selections.ts';

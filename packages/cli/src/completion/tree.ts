import type { Argument, Command, Option } from 'commander';

/** What can stand in one place of a command line. */
export type Values = { kind: 'files' } | { kind: 'words'; words: readonly string[] } | { kind: 'free' };

export interface OptionNode {
  /** `--port`, and `-n` where there is one. */
  flags: string[];
  description: string;
  /** Undefined for switches. */
  value: Values | undefined;
}

/** A command and what may follow it. */
export interface CommandNode {
  /** `/sandbox/list`; empty for the program itself. */
  path: string;
  name: string;
  description: string;
  commands: CommandNode[];
  options: OptionNode[];
  /** Of its arguments. */
  values: Values;
}

const FILES = /path|file|folder|scenario|run-dir/;
const FREE: Values = { kind: 'free' };

/** Reads a program's commands. @param twins ids that arguments called `twin` take */
export function treeOf(program: Command, twins: readonly string[]): CommandNode {
  const nodeOf = (command: Command, path: string): CommandNode => ({
    path,
    name: command.name(),
    description: command.description(),
    commands: command.commands.map((child) => nodeOf(child, `${path}/${child.name()}`)),
    options: [...command.options.map((option) => optionOf(option, twins)), HELP],
    values: argumentsOf(command.registeredArguments, twins),
  });
  return nodeOf(program, '');
}

const HELP: OptionNode = { flags: ['--help'], description: 'display help for command', value: undefined };

function optionOf(option: Option, twins: readonly string[]): OptionNode {
  const flags = [option.long, option.short].filter((flag) => flag !== undefined && flag !== null);
  const takesValue = option.required || option.optional;
  return { flags, description: option.description, value: takesValue ? valuesOf(option, twins) : undefined };
}

function valuesOf(option: Option, twins: readonly string[]): Values {
  if (option.argChoices) return { kind: 'words', words: option.argChoices };
  if (option.name() === 'twin') return { kind: 'words', words: twins };
  return FILES.test(option.flags) ? { kind: 'files' } : FREE;
}

function argumentsOf([first]: readonly Argument[], twins: readonly string[]): Values {
  if (!first) return FREE;
  if (first.argChoices) return { kind: 'words', words: first.argChoices };
  if (first.name() === 'twin') return { kind: 'words', words: twins };
  return FILES.test(first.name()) || first.name() === 'run' ? { kind: 'files' } : FREE;
}

/** The node and all below it. */
export const flattened = (node: CommandNode): CommandNode[] => [node, ...node.commands.flatMap(flattened)];

/** What a word in this place may be, besides files. */
export const wordsOf = ({ commands, options, values }: CommandNode): string[] => [
  ...commands.map(({ name }) => name),
  ...(values.kind === 'words' ? values.words : []),
  ...options.flatMap(({ flags }) => flags),
];

import { quoted } from '../shell.ts';
import { type CommandNode, flattened, type OptionNode, type Values, wordsOf } from './tree.ts';

/** Options that take a value, with the command they belong to. */
const valued = (nodes: readonly CommandNode[]) =>
  nodes.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => ({ place: `${path} ${flag}`, value })) : [])),
  );

const pathsOf = (nodes: readonly CommandNode[]): string[] => nodes.map(({ path }) => path).filter((path) => path !== '');

/** Bash 4 and later. */
export function bashScript(root: CommandNode): string {
  const nodes = flattened(root);
  const reply = (value: Values): string => {
    if (value.kind === 'free') return 'COMPREPLY=()';
    if (value.kind === 'words') return `COMPREPLY=($(compgen -W ${quoted(value.words.join(' '))} -- "$cur"))`;
    return 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")';
  };
  const options = valued(nodes).map(({ place, value }) => `    ${quoted(place)}) ${reply(value)}; return ;;`);
  const places = nodes.map((node) => {
    const words = `COMPREPLY=($(compgen -W ${quoted(wordsOf(node).join(' '))} -- "$cur"))`;
    const files =
      node.values.kind === 'files'
        ? `; compopt -o filenames; mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")`
        : '';
    return `    ${quoted(node.path)}) ${words}${files} ;;`;
  });
  return `# bash completion for svc: svc completion bash > ~/.local/share/bash-completion/completions/svc
_svc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${pathsOf(nodes).join('|')}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${options.join('\n')}
  esac
  case "$at" in
${places.join('\n')}
  esac
}
complete -F _svc svc
`;
}

/** Zsh 5 and later, below fpath as _svc or through source. */
export function zshScript(root: CommandNode): string {
  const nodes = flattened(root);
  const reply = (value: Values): string => {
    if (value.kind === 'free') return ':';
    return value.kind === 'files' ? '_files' : `compadd -- ${value.words.map(quoted).join(' ')}`;
  };
  const options = valued(nodes).map(({ place, value }) => `    (${quoted(place)}) ${reply(value)}; return ;;`);
  const described = (name: string, description: string): string => quoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const places = nodes.map(({ path, commands, options: own, values }) => {
    const steps = [
      ...(commands.length > 0
        ? [
            `words_here=(${commands.map(({ name, description }) => described(name, description)).join(' ')})`,
            '_describe command words_here',
          ]
        : []),
      ...(values.kind === 'free' ? [] : [reply(values)]),
      `words_here=(${own.flatMap(({ flags, description }) => flags.map((flag) => described(flag, description))).join(' ')})`,
      '_describe -o option words_here',
    ];
    return `    (${quoted(path)}) ${steps.join('; ')} ;;`;
  });
  return `#compdef svc
# zsh completion for svc: svc completion zsh > "\${fpath[1]}/_svc"
_svc() {
  local at='' i
  local -a words_here
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/$words[i]" in
      (${pathsOf(nodes).join('|')}) at="$at/$words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${options.join('\n')}
  esac
  case "$at" in
${places.join('\n')}
  esac
}
if [ "$funcstack[1]" = _svc ]; then
  _svc "$@"
else
  compdef _svc svc
fi
`;
}

/** Fish 3 and later. */
export function fishScript(root: CommandNode): string {
  const nodes = flattened(root);
  const at = (path: string): string => `complete -c svc -n ${fishQuoted(`__svc_at "${path}"`)}`;
  const option = (path: string, { flags, description, value }: OptionNode): string => {
    const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
    const takes = !value
      ? ''
      : value.kind === 'files'
        ? ' -rF'
        : value.kind === 'words'
          ? ` -xa ${fishQuoted(value.words.join(' '))}`
          : ' -x';
    return `${at(path)} ${names}${takes} -d ${fishQuoted(description)}`;
  };
  const lines = nodes.flatMap(({ path, commands, options, values }) => [
    ...commands.map(({ name, description }) => `${at(path)} -a ${name} -d ${fishQuoted(description)}`),
    ...(values.kind === 'words' ? [`${at(path)} -a ${fishQuoted(values.words.join(' '))}`] : []),
    ...(values.kind === 'files' ? [`${at(path)} -F`] : []),
    ...options.map((each) => option(path, each)),
  ]);
  return `# fish completion for svc: svc completion fish > ~/.config/fish/completions/svc.fish
function __svc_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at/$word"
      case ${pathsOf(nodes).join(' ')}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c svc -f
${lines.join('\n')}
`;
}

/** Fish knows \\' and \\\\ within single quotes (docs: The fish language, Quotes). */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

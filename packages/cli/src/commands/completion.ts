import { Argument, type Command } from 'commander';

type Shell = 'bash' | 'zsh' | 'fish';
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes svc command lines in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(svc completion bash)
  svc completion zsh > "\${fpath[1]}/_svc"
  svc completion fish > ~/.config/fish/completions/svc.fish`,
    )
    .action((shell: Shell) => completion(program, shell));
}

async function completion(program: Command, shell: Shell): Promise<void> {
  const [{ bashScript, fishScript, zshScript }, { treeOf }, { twinIds }] = await Promise.all([
    import('../completion/scripts.ts'),
    import('../completion/tree.ts'),
    import('@svc/twins'),
  ]);
  const scriptOf = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  process.stdout.write(scriptOf(treeOf(program, twinIds)));
}

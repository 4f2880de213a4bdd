import { type Framed, pushAnswer } from './side-band.ts';

/** Where a shell's programs are led to instead of a vendor. */
export interface ShellPlace {
  /** An HTTP proxy on this machine that answers for the vendor's hosts. */
  proxy: string;
  /** The same as a socket. */
  socket: string;
  /** A folder for settings. */
  folder: string;
  token: string;
}

/** What makes a vendor's command-line programs reach a twin, with nothing changed in what the user has set up. */
export interface ShellSetup {
  variables: Record<string, string>;
  /** Texts of files by name, below the folder. */
  files: Record<string, string>;
}

/** A vendor's hosts as its own programs know them. */
export interface Site {
  hosts: readonly string[];
  /** The vendor's address of a path: answers say it instead of the twin's. */
  addressOf(path: string): string;
  /** Answers that are no text and hold addresses for people all the same. */
  framed?: Framed;
}

interface VendorShell {
  site: Site;
  setup(place: ShellPlace, caller: Readonly<Record<string, string | undefined>>): ShellSetup;
}

/** First steps of those paths of GitHub's API that answers name; all others are pages of its site. */
const API_PATHS = new Set(
  'authorizations emojis events feeds gists graphql issues notifications organizations orgs rate_limit repos repositories search teams user users'.split(
    ' ',
  ),
);

/** Where archives of source code are loaded from. */
const ARCHIVES = /^\/[^/]+\/[^/]+\/(?:legacy\.)?(?:tar\.gz|zip)\//;

/** Gists stand below the twin's one host as an Enterprise server has them, and on a host of their own at GitHub. */
const GISTS = /^\/gist(?=\/)/;

function addressOf(path: string): string {
  return GISTS.test(path) ? `https://gist.github.com${path.replace(GISTS, '')}` : `https://${hostOf(path)}${path}`;
}

function hostOf(path: string): string {
  if (path === '' || API_PATHS.has(path.split(/[/?#{]/)[1] ?? '')) return 'api.github.com';
  return ARCHIVES.test(path) ? 'codeload.github.com' : 'github.com';
}

/** How git writes an address on a host of GitHub's. */
const addressesOf = (host: string): readonly string[] => [`https://${host}/`, `git@${host}:`, `ssh://git@${host}/`];

const VENDORS: Readonly<Record<string, VendorShell>> = {
  github: {
    site: {
      hosts: ['github.com', 'api.github.com', 'uploads.github.com', 'codeload.github.com'],
      addressOf,
      framed: pushAnswer,
    },
    setup({ proxy, socket, folder, token }, caller) {
      const plain = 'http://github.com/';
      // Without TLS the proxy can answer itself, and the address that `git remote` shows is still one of github.com, which gh looks for.
      const settings: (readonly [string, string])[] = [
        ...addressesOf('github.com').map((address) => [`url.${plain}.insteadOf`, address] as const),
        ...addressesOf('gist.github.com').map((address) => [`url.${plain}gist/.insteadOf`, address] as const),
        [`http.${plain}.proxy`, proxy],
      ];
      const already = Number(caller.GIT_CONFIG_COUNT ?? 0) || 0;
      const git = settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${already + at}`, name],
        [`GIT_CONFIG_VALUE_${already + at}`, value],
      ]);
      return {
        files: { 'config.yml': `git_protocol: https\nhttp_unix_socket: ${JSON.stringify(socket)}\n` },
        variables: {
          GH_CONFIG_DIR: folder,
          GH_TOKEN: token,
          // It would ask the twin for gh's own releases.
          GH_NO_UPDATE_NOTIFIER: '1',
          GH_PROMPT_DISABLED: '1',
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_COUNT: String(already + settings.length),
          ...Object.fromEntries(git),
        },
      };
    },
  },
};

/** How a vendor's command-line programs are led to its twin; undefined where there are none that would have to be. */
export const vendorShell = (twin: string): VendorShell | undefined => (Object.hasOwn(VENDORS, twin) ? VENDORS[twin] : undefined);

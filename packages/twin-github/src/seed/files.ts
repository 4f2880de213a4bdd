import type { ObjectStore } from '../git/store.ts';
import type { TreeChange } from '../git/tree.ts';
import type { FilesSeed } from './schema.ts';

/** One declared file; `bytes` is null where it is taken away. */
export interface DeclaredFile {
  path: string;
  bytes: Buffer | null;
  executable: boolean;
  /** Where it stands in the document, below `files`. */
  at: string | number;
}

export function declaredFiles(files: FilesSeed): DeclaredFile[] {
  if (!Array.isArray(files)) {
    return Object.entries(files).map(([path, text]) => ({
      path,
      bytes: text === null ? null : Buffer.from(text),
      executable: false,
      at: path,
    }));
  }
  return files.map(({ path, content, content_base64, executable }, at) => {
    const bytes = content_base64 === undefined ? Buffer.from(content ?? '') : Buffer.from(content_base64, 'base64');
    return { path, bytes: content === null ? null : bytes, executable, at };
  });
}

export const treeChanges = (store: ObjectStore, files: FilesSeed): TreeChange[] =>
  declaredFiles(files).map(({ path, bytes, executable }) => ({
    path,
    entry: bytes && { mode: executable ? '100755' : '100644', type: 'blob', sha: store.writeBlob(bytes) },
  }));

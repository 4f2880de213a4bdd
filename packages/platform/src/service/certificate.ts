import { type HOST_ROLES, readHostCredentials, useHostCredentials } from '../hosts/credentials.ts';

/** Has this process show other hosts its certificate, where it was given any. @throws where one can't be read */
export async function showCertificate(
  { SVC_HOST_CERTIFICATES: folder }: { SVC_HOST_CERTIFICATES?: string | undefined },
  role: (typeof HOST_ROLES)[keyof typeof HOST_ROLES],
): Promise<void> {
  if (folder !== undefined) useHostCredentials(await readHostCredentials(folder, role));
}

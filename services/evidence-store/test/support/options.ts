export const CREDENTIALS = { accessKeyId: 'svc', secretAccessKey: 'a secret of this installation, and of no other' };
export const OPTIONS = { bucket: 'evidence', region: 'us-east-1', credentials: CREDENTIALS };

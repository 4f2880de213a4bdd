import { invalidField } from '../http/validate.ts';

/** @throws ServiceError 422 for anything but a whole number */
export function wholeNumber(path: string, text: unknown): number {
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) throw invalidField(path, 'must be a whole number', 'invalid_type');
  return Number(text);
}

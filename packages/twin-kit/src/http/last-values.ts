/**
 * What is made of each header, kept until its value is another: most headers of a twin's answers say the same in call after call. Holds one
 * text a name, of which a twin has a few dozen.
 */
export class LastValues {
  readonly #make: (name: string, value: string) => string;
  readonly #last = new Map<string, { value: string; text: string }>();

  constructor(make: (name: string, value: string) => string) {
    this.#make = make;
  }

  text(name: string, value: string): string {
    const last = this.#last.get(name);
    if (last?.value === value) return last.text;
    const text = this.#make(name, value);
    if (last) {
      last.value = value;
      last.text = text;
    } else this.#last.set(name, { value, text });
    return text;
  }
}

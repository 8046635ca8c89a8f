/** Invalid content of a document, with the reason as a sentence and the place. */
export class InvalidContentError extends Error {
  readonly place: readonly (string | number)[]

  constructor(sentence: string, place: readonly (string | number)[] = []) {
    super(sentence)
    this.place = place
  }
}

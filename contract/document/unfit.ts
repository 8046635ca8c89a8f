/** A content that no document can have: why, in a sentence, and where in it that stands. */
export class UnfitContent extends Error {
  readonly place: readonly (string | number)[]

  constructor(sentence: string, place: readonly (string | number)[] = []) {
    super(sentence)
    this.place = place
  }
}

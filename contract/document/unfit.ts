/** A content that cannot be stored. The message is a German sentence. */
export class UnfitContent extends Error {}

/**
 * A provider has said what cannot be, or what was meant for somebody else. The message is for the log: no token, no
 * name.
 */
export class WrongAnswer extends Error {}

/** It has not answered, or not in time. */
export class Away extends Error {}

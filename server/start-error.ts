/** Reason why the server cannot start, as German sentences for the console: no stack, exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

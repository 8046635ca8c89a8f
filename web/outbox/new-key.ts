/** Names what waits, so that the server takes it once. Browsers know `randomUUID` only where the address is safe. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

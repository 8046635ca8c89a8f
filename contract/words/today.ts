// What the page of today is about, for the server that looks and the browser that says so.

/** Days that administrators are told of: what is older nobody will send any more. */
export const daysBack = 31

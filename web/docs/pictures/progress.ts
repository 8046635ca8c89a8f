// Upload progress of photos. `fetch` does not report it, so XMLHttpRequest is used.
import { createStore } from '#web/store.ts'

/** Fraction sent, from 0 to 1, by photo id. */
export const uploadProgress = createStore<ReadonlyMap<string, number>>(new Map())

function setProgress(id: string, part: number | undefined) {
  const next = new Map(uploadProgress.get())
  if (part === undefined) next.delete(id)
  else next.set(id, part)
  uploadProgress.set(next)
}

/** Replacement for `fetch` with a text body. */
export const fetchWithProgress = (id: string) => (url: string, init: RequestInit) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      setProgress(id, total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('the network has failed')))
    request.addEventListener('abort', () => reject(init.signal?.reason))
    init.signal?.addEventListener('abort', () => request.abort())
    request.addEventListener('loadend', () => setProgress(id, undefined))
    request.send(typeof init.body === 'string' ? init.body : null)
  })

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return new Response(request.responseText || null, { status: request.status, headers })
}

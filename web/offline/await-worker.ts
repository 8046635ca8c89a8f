/** Until the service worker keeps what this page reads: what is on its way before that is not kept. */
export async function awaitWorker() {
  const worker = navigator.serviceWorker
  if (worker && !worker.controller)
    await new Promise((go) => worker.addEventListener('controllerchange', go, { once: true }))
}

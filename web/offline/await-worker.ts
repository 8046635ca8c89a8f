/** Resolves when the service worker controls this page. Answers requested earlier are not copied. */
export async function awaitWorker() {
  const worker = navigator.serviceWorker
  if (worker && !worker.controller)
    await new Promise((go) => worker.addEventListener('controllerchange', go, { once: true }))
}

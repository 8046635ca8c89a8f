// Ends a child whose server has gone, even while its main thread is busy.
const server = process.ppid
setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
}, 500)

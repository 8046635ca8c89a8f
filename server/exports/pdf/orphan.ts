// Ends a child whose server has gone, even while its main thread is busy.
const serverPid = process.ppid
setInterval(() => {
  if (process.ppid !== serverPid) process.kill(process.pid, 'SIGKILL')
}, 500)

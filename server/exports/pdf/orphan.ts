// Kills the child process when the server process has ended, even while its main thread is busy.
const serverPid = process.ppid
setInterval(() => {
  if (process.ppid !== serverPid) process.kill(process.pid, 'SIGKILL')
}, 500)

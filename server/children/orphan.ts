// Ends a child whose server has gone, also while its first thread is busy.
import { onParentGone } from '#server/parent-watch.ts'

onParentGone(() => process.kill(process.pid, 'SIGKILL'))
// The pipe itself keeps nobody awake; this does, until the first thread ends us.
setInterval(() => {}, 2 ** 30)

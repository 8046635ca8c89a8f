// All kinds of calls, needed wherever the app is opened to send rows left by earlier visits: each file defines its own.
import './chat/outgoing.ts'
import './docs/pictures/photo-rows.ts'
import './docs/read/answers.ts'
import './happenings/timesheet/edits/applying.ts'
import './happenings/timesheet/unplanned/people.ts'

export { repeatRefusals } from './docs/hand-in/handing-in.ts'

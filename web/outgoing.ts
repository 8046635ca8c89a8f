// Loads all kinds of outbox calls, so that rows of earlier visits can be sent from any screen. Each file registers
// its own kinds (`outbox.define`).
import './chat/outgoing.ts'
import './docs/pictures/photo-rows.ts'
import './docs/read/answers.ts'
import './happenings/timesheet/edits/applying.ts'
import './happenings/timesheet/unplanned/people.ts'

export { repeatRefusalToasts as repeatRefusals } from './docs/hand-in/handing-in.ts'

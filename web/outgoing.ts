// All kinds of calls, needed wherever the app is opened to send rows left by earlier visits.
import { messages, readMarks, wordings } from './chat/outgoing.ts'
import { handIns, repeatRefusals } from './docs/hand-in/handing-in.ts'
import { photos } from './docs/pictures/photo-rows.ts'
import { answers } from './docs/read/answers.ts'
import { appliedTimes } from './happenings/timesheet/edits/applying.ts'
import { addedPeople } from './happenings/timesheet/unplanned/people.ts'

export { repeatRefusals }
export const kinds = [messages, wordings, readMarks, answers, photos, handIns, appliedTimes, addedPeople]

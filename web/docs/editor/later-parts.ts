// What the editor needs soon after it stands there, in one piece: not a request for each.
export { InsertPanel } from './inserting/insert-panel.tsx'
export { SlashHits } from './inserting/slash-hits.tsx'
export { Notices } from './notices.tsx'

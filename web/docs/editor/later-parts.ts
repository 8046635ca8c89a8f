// What the editor needs soon after it stands there, in one piece: not a request for each.
export { InsertPanel } from './insert-panel.tsx'
export { Notices } from './notices.tsx'
export { SlashHits } from './slash-hits.tsx'

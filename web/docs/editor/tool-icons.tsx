// Icons that only the editor uses. They are loaded with its chunk.
import { createIcon, createLineIcon } from '#web/ui/icon.tsx'

export const ArrowUpIcon = createLineIcon('M10 16V4M5 9l5-5 5 5')
export const RedoIcon = createLineIcon('M12.5 4 16 7.5 12.5 11M16 7.5H8.25a4.25 4.25 0 0 0 0 8.5H12')
export const BoldIcon = createLineIcon('M6 4h4.75a3 3 0 0 1 0 6H6V4ZM6 10h5.5a3 3 0 0 1 0 6H6v-6ZM7.2 4v12')
export const ItalicIcon = createLineIcon('M8.5 4h6M5.5 16h6M12 4 8 16')
export const CodeIcon = createLineIcon('m7 6-4 4 4 4M13 6l4 4-4 4')
export const LinkIcon = createLineIcon(
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.1-1.1',
)
export const UnlinkIcon = createLineIcon(
  'm12.8 11.5 2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M7.2 8.5l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.1-1.1M3.5 3.5l13 13',
)
export const BulletListIcon = createIcon(
  <>
    <path d="M8 5h9M8 10h9M8 15h9" />
    <path d="M4 5v.05M4 10v.05M4 15v.05" strokeWidth="2.6" />
  </>,
)
export const OrderedListIcon = createLineIcon(
  'M9 5h8M9 10h8M9 15h8M3 4l1.4-.8v4M3 12.4c.3-.9 2.4-1 2.4.3 0 .9-1.4 1.3-2.4 2.8h2.6',
)
export const IndentIcon = createLineIcon('M3.5 4.5h13M9.5 8.2h7M9.5 11.8h7M3.5 15.5h13M3.5 7.5 6 10l-2.5 2.5')
export const OutdentIcon = createLineIcon('M3.5 4.5h13M9.5 8.2h7M9.5 11.8h7M3.5 15.5h13M6 7.5 3.5 10 6 12.5')
export const QuoteIcon = createLineIcon(
  'M8.25 6C5.9 6.6 4.5 8.3 4.5 11v3h3.75v-3.75H6.1M15.25 6c-2.35.6-3.75 2.3-3.75 5v3h3.75v-3.75H13.1',
)
export const RuleIcon = createLineIcon('M3 10h14M6 5h8M6 15h8')
export const TableIcon = createIcon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="1.75" />
    <path d="M3 8h14M3 12h14M10 8v8" />
  </>,
)
export const SectionIcon = createIcon(
  <>
    <rect x="3" y="3.5" width="14" height="13" rx="1.75" />
    <path d="M6 7h5M3 10h14M6 13.25h8" />
  </>,
)
export const NumberFieldIcon = createIcon(
  <>
    <rect x="2.5" y="5" width="15" height="10" rx="1.75" />
    <path d="M5.75 8.75 7 8v4.25M10 8.6c.3-.9 2.3-1 2.3.3 0 .9-1.3 1.4-2.3 3.1h2.5" />
  </>,
)
export const TextFieldIcon = createIcon(
  <>
    <rect x="2.5" y="3.5" width="15" height="13" rx="1.75" />
    <path d="M5.75 7.25h8.5M5.75 10h8.5M5.75 12.75h4.5" />
  </>,
)
export const CheckFieldIcon = createIcon(
  <>
    <rect x="3.5" y="3.5" width="13" height="13" rx="2.5" />
    <path d="m6.75 10.25 2.4 2.4 4.3-5" />
  </>,
)
export const PaintIcon = createLineIcon(
  'm8.5 3.5 6.5 6.5-5 5a1.6 1.6 0 0 1-2.25 0L3.5 10.75a1.6 1.6 0 0 1 0-2.25l5-5ZM7 5l-2-2M3.5 9.5h11M17 13c.9 1.3 1.25 2 1.25 2.6a1.25 1.25 0 0 1-2.5 0c0-.6.35-1.3 1.25-2.6Z',
)
export const MoveIcon = createLineIcon('M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3')

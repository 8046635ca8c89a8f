// Icons on a 20 px grid in the text's colour, hidden from screen readers.
import type { ReactNode } from 'react'

export type IconProps = { size?: number }

/** Makes an icon of a drawing on the 20 px grid; also for icons of domains. */
// #__NO_SIDE_EFFECTS__
export const createIcon = (drawing: ReactNode) =>
  function Icon({ size = 20 }: IconProps) {
    // Grows with the font size, never below its design size.
    const side = `max(${size}px, ${size / 16}rem)`
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        style={{ inlineSize: side, blockSize: side }}
      >
        {drawing}
      </svg>
    )
  }
// #__NO_SIDE_EFFECTS__
export const createLineIcon = (d: string) => createIcon(<path d={d} />)

export const MenuIcon = createLineIcon('M3 5.5h14M3 10h14M3 14.5h14')
export const FilterIcon = createLineIcon('M4 6h12M6.5 10h7M9 14h2')
export const CloseIcon = createLineIcon('m5 5 10 10M15 5 5 15')
export const SearchIcon = createIcon(
  <>
    <circle cx="8.75" cy="8.75" r="5.25" />
    <path d="m12.75 12.75 4 4" />
  </>,
)
export const ChevronUpIcon = createLineIcon('m5.5 12.25 4.5-4.5 4.5 4.5')
export const ChevronDownIcon = createLineIcon('m5.5 7.75 4.5 4.5 4.5-4.5')
export const ChevronLeftIcon = createLineIcon('M12.25 5.5 7.75 10l4.5 4.5')
export const ChevronRightIcon = createLineIcon('m7.75 5.5 4.5 4.5-4.5 4.5')
export const ArrowLeftIcon = createLineIcon('M16 10H4M9 5l-5 5 5 5')
export const PlusIcon = createLineIcon('M10 4v12M4 10h12')
export const MinusIcon = createLineIcon('M4 10h12')
export const EditIcon = createLineIcon(
  'm11.75 5.25 3 3M4 16l.75-3.5 8-8a1.6 1.6 0 0 1 2.25 0l.5.5a1.6 1.6 0 0 1 0 2.25l-8 8L4 16Z',
)
export const TrashIcon = createLineIcon(
  'M3.5 5.5h13M7.75 5.5V4.25c0-.7.55-1.25 1.25-1.25h2c.7 0 1.25.55 1.25 1.25V5.5M5 5.5l.7 10c.05.85.75 1.5 1.6 1.5h5.4c.85 0 1.55-.65 1.6-1.5l.7-10M8.25 9v4.5M11.75 9v4.5',
)
export const CopyIcon = createIcon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.75" />
    <path d="M4.75 13H4.5a1 1 0 0 1-1-1V5.25c0-.95.8-1.75 1.75-1.75H12a1 1 0 0 1 1 1v.25" />
  </>,
)
export const CheckIcon = createLineIcon('m4.5 10.75 3.5 3.5 7.5-8.5')
/** Strikes an icon through. */
const STRIKE_PATH = 'M3.5 3.5l13 13'
const EYE_PATH =
  'M2 10c1.75-3.25 4.5-5 8-5s6.25 1.75 8 5c-1.75 3.25-4.5 5-8 5s-6.25-1.75-8-5ZM12.4 10a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0Z'
export const EyeIcon = createLineIcon(EYE_PATH)
export const EyeOffIcon = createLineIcon(EYE_PATH + STRIKE_PATH)
export const CalendarIcon = createIcon(
  <>
    <rect x="3.25" y="4.5" width="13.5" height="12" rx="2" />
    <path d="M3.5 8.5h13M7 3v3M13 3v3" />
  </>,
)
export const TodayIcon = createIcon(
  <>
    <circle cx="10" cy="10" r="3.25" />
    <path d="M10 2.75v1.5M10 15.75v1.5M2.75 10h1.5M15.75 10h1.5M4.9 4.9l1.05 1.05M14.05 14.05l1.05 1.05M15.1 4.9l-1.05 1.05M5.95 14.05 4.9 15.1" />
  </>,
)
export const ClockIcon = createIcon(
  <>
    <circle cx="10" cy="10" r="6.75" />
    <path d="M10 6.25V10l2.5 1.75" />
  </>,
)
export const ChartIcon = createLineIcon('M3.5 3.5v13h13M7.5 13.5v-4M11 13.5v-7M14.5 13.5v-2.5')
export const DownloadIcon = createLineIcon('M10 3.5v9M6 9l4 4 4-4M4 16.5h12')
export const RefreshIcon = createLineIcon(
  'M16 9a6.2 6.2 0 0 0-11.2-2.6L3.5 8M3.5 4.25V8h3.75M4 11a6.2 6.2 0 0 0 11.2 2.6L16.5 12M16.5 15.75V12h-3.75',
)
export const SendIcon = createLineIcon('M17 3 9 11M17 3l-5.25 14L9 11 3 8.25 17 3Z')
export const WarningIcon = createIcon(
  <>
    <path d="M8.75 3.9 2.6 14.5c-.55.95.15 2.1 1.25 2.1h12.3c1.1 0 1.8-1.15 1.25-2.1L11.25 3.9c-.55-.95-1.95-.95-2.5 0Z" />
    <path d="M10 8v3.75M10 14.1v.05" />
  </>,
)
export const InfoIcon = createIcon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.25v4.25M10 6.6v.05" />
  </>,
)
export const UserIcon = createIcon(
  <>
    <circle cx="10" cy="6.75" r="3.25" />
    <path d="M3.75 17c.5-3.5 3-5.25 6.25-5.25s5.75 1.75 6.25 5.25" />
  </>,
)
export const UsersIcon = createIcon(
  <>
    <circle cx="7.5" cy="7" r="2.9" />
    <path d="M2 16.5c.4-3.1 2.5-4.75 5.5-4.75s5.1 1.65 5.5 4.75M13 4.3a2.9 2.9 0 0 1 0 5.4M14.75 12.2c1.8.6 3 2 3.25 4.3" />
  </>,
)
export const GridIcon = createIcon(
  <>
    <rect x="3.25" y="3.25" width="13.5" height="13.5" rx="2" />
    <path d="M3.5 7.75h13M3.5 12.25h13M7.75 3.5v13M12.25 3.5v13" />
  </>,
)
export const ChatIcon = createLineIcon(
  'M3 9.25C3 5.9 6 3.5 10 3.5s7 2.4 7 5.75S14 15 10 15c-.75 0-1.45-.1-2.1-.25L4.25 16.5l.6-3C3.7 12.4 3 10.9 3 9.25Z',
)
export const DocumentsIcon = createLineIcon(
  'M11.5 3H6.25C5.3 3 4.5 3.8 4.5 4.75v10.5c0 .95.8 1.75 1.75 1.75h7.5c.95 0 1.75-.8 1.75-1.75V7l-4-4ZM11.25 3.25V7.5h4M7.5 10.75h5M7.5 13.75h3.5',
)
export const LogoutIcon = createLineIcon(
  'M8 3.5H5.25c-.95 0-1.75.8-1.75 1.75v9.5c0 .95.8 1.75 1.75 1.75H8M8 10h8.5M13 6.5l3.5 3.5-3.5 3.5',
)
export const OperationIcon = createLineIcon('M2.75 10.5h3l2.25-6 4 11 2.25-5h3')
export const AuditIcon = createLineIcon(
  'M6.25 3h7.5c.95 0 1.75.8 1.75 1.75v10.5c0 .95-.8 1.75-1.75 1.75h-7.5c-.95 0-1.75-.8-1.75-1.75V4.75C4.5 3.8 5.3 3 6.25 3ZM7.5 7l.75.75L9.75 6.25M12 7h.5M7.5 12l.75.75 1.5-1.5M12 12h.5',
)
export const ShieldIcon = createLineIcon(
  'M10 2.75 16 5v4.5c0 3.6-2.5 6.3-6 7.75-3.5-1.45-6-4.15-6-7.75V5l6-2.25Zm-2.5 7 2 2 3.25-3.75',
)
export const MoreIcon = createIcon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </g>,
)
const BELL_PATH =
  'M5 8.5a5 5 0 0 1 10 0c0 3.5 1.5 4.75 1.5 5.5h-13c0-.75 1.5-2 1.5-5.5ZM8.25 14.25a1.8 1.8 0 0 0 3.5 0'
export const BellIcon = createLineIcon(BELL_PATH)
export const BellRingIcon = createLineIcon(
  BELL_PATH + 'M2.5 6.25A7.5 7.5 0 0 1 5 2.5M17.5 6.25A7.5 7.5 0 0 0 15 2.5',
)
export const BellOffIcon = createLineIcon(BELL_PATH + STRIKE_PATH)
export const ImageIcon = createIcon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="2" />
    <circle cx="7.25" cy="8" r="1.25" />
    <path d="m3.5 14.5 4-3.75 2.75 2.5 2.5-2.25 4 3.5" />
  </>,
)
export const UndoIcon = createLineIcon('M7.5 4 4 7.5 7.5 11M4 7.5h7.75a4.25 4.25 0 0 1 0 8.5H8')
export const GroupsIcon = createIcon(
  <>
    <circle cx="10" cy="10" r="6.75" strokeDasharray="2.6 2.7" />
    <circle cx="10" cy="8.4" r="1.9" />
    <path d="M6.6 13.6c.4-1.7 1.7-2.6 3.4-2.6s3 .9 3.4 2.6" />
  </>,
)
export const ArrowDownIcon = createLineIcon('M10 4v12M5 11l5 5 5-5')
export const UploadIcon = createLineIcon('M10 13V4M6 7.5l4-4 4 4M4 16.5h12')

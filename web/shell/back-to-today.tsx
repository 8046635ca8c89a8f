import { Link } from '@tanstack/react-router'

/**
 * The way back from a screen that lies under „Mehr“, in the bar of a phone: at a desk the column of links leads
 * everywhere.
 */
export const backToToday = (
  <Link to="/today" data-in-bar>
    Heute
  </Link>
)

import { Link } from '@tanstack/react-router'

/** Back button on screens under „Mehr“, for phones; desktops have the menu. */
export const backToToday = (
  <Link to="/today" data-in-bar>
    Heute
  </Link>
)

import type { PlannerAccess } from '#server/config.ts'
import { folderPlanner } from './folder.ts'
import { httpPlanner } from './http.ts'
import { type Planner, PlannerFailed } from './port.ts'

/** The configured planner. Without one, every call fails with a German sentence. */
export function plannerFor(access: PlannerAccess | undefined): Planner {
  if (!access)
    return { listUsers: noPlanner, listHappenings: noPlanner, listFields: noPlanner, sendTimes: noPlanner }
  return 'folder' in access ? folderPlanner(access.folder) : httpPlanner(access)
}

const noPlanner = () => Promise.reject(new PlannerFailed('Es ist keine Personalplanung eingestellt.'))

// R1: a page of 25 of 20,000 users, for an administrator.
import type { Product } from './product.ts'
import { type Effort, readRatio } from './read-ratio.ts'

export const usersList = async (product: Product, effort: Effort) => [
  await readRatio({ figure: 'R1 users list', path: '/users/?per_page=25&page=3', goal: 8 }, product, effort),
]

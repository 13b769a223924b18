/**
 * Two clocks. Due times (`run_at`, `turn`) are compared with `now`: null in production, and then the database's own clock
 * decides; a test passes the time of its manual clock. Leases always go by the database: `now()` in the statement.
 */
export type Now = Date | null

/** One server has one lane; on Citus it would be a hash of the workspace, and a loop runs per lane. */
export const LANE = 0

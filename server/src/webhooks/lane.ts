/** One server has one lane. On Citus, the lane would be a hash of the workspace, with a delivery loop for each lane. */
export const LANE = 0

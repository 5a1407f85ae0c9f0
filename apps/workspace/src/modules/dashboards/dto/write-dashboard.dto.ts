import { ObjectListField } from '../../../fields/list-fields.js';
import { TextField } from '../../../fields/scalar-fields.js';
import { DashboardChartDto } from './dashboard-chart.dto.js';

const NAME = { max: 100, description: 'Unique in the workspace.', example: 'Spend of the teams' } as const;

/** Charts of a dashboard at most: each is several queries of usage. */
const CHARTS = { maxItems: 24, optional: true } as const;

export class CreateDashboardDto {
  @TextField(NAME)
  name!: string;

  @ObjectListField(() => DashboardChartDto, { ...CHARTS, description: 'In the order of the page. Default: none.' })
  charts?: DashboardChartDto[];
}

/** Fields that are left out keep their value. */
export class UpdateDashboardDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @ObjectListField(() => DashboardChartDto, { ...CHARTS, description: 'All charts, in the order of the page.' })
  charts?: DashboardChartDto[];
}

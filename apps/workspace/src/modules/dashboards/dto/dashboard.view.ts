import type { DashboardRecord } from '@multilane/persistence';
import { ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';
import { DashboardChartDto } from './dashboard-chart.dto.js';

/** Charts of usage under a name. */
export class DashboardView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['dashboard'], { description: 'Always `dashboard`.' })
  object!: 'dashboard';

  @IdField({ description: 'The workspace, whose people share the dashboard.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @ObjectListField(() => DashboardChartDto, { description: 'In the order in which they are shown.' })
  charts!: DashboardChartDto[];

  @IdField({ description: 'Person who made the dashboard.' })
  created_by!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last updated.' })
  updated_at!: string;

  static of(dashboard: DashboardRecord): DashboardView {
    return toView(DashboardView, {
      ...dashboard,
      object: 'dashboard',
      charts: [...dashboard.charts],
    });
  }
}

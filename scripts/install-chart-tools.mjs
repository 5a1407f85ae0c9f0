#!/usr/bin/env node
import { installChartTools } from './chart-tools.mjs';

installChartTools();

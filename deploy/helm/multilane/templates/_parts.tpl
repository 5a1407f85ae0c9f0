{{/* Service, HorizontalPodAutoscaler and PodDisruptionBudget of a part. Called like multilane.deployment. */}}
{{- define "multilane.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "multilane.fullname" .root }}-{{ .component }}
  labels:
    {{- include "multilane.labels" . | nindent 4 }}
  {{- with include "multilane.annotations" (dict "root" .root "own" .values.service.annotations) }}
  {{- . | nindent 2 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  selector:
    {{- include "multilane.selectorLabels" . | nindent 4 }}
  ports:
    - name: http
      port: {{ .values.service.port }}
      targetPort: http
    - name: metrics
      port: 9090
      targetPort: metrics
{{- end -}}

{{- define "multilane.autoscaler" -}}
{{- with .values.autoscaling }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "multilane.fullname" $.root }}-{{ $.component }}
  labels:
    {{- include "multilane.labels" $ | nindent 4 }}
  {{- with include "multilane.annotations" (dict "root" $.root "own" .annotations) }}
  {{- . | nindent 2 }}
  {{- end }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "multilane.fullname" $.root }}-{{ $.component }}
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    {{- with .targetCpuPercent }}
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ . }}
    {{- end }}
    {{- with .extraMetrics }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "multilane.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "multilane.fullname" .root }}-{{ .component }}
  labels:
    {{- include "multilane.labels" . | nindent 4 }}
  {{- with include "multilane.annotations" (dict "root" .root) }}
  {{- . | nindent 2 }}
  {{- end }}
spec:
  {{- toYaml .values.disruptionBudget | nindent 2 }}
  selector:
    matchLabels:
      {{- include "multilane.selectorLabels" . | nindent 6 }}
{{- end -}}

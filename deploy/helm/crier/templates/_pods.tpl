{{/* What Helm and people tell things by; what selects pods is apart, for it can never change. */}}
{{- define "crier.labels" -}}
app.kubernetes.io/name: crier
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "crier.secret" -}}
{{ .Values.secret | default .Release.Name }}
{{- end }}

{{- define "crier.image" -}}
{{ required "image.repository: where your image of Crier is" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Of every pod, whatever it does. */}}
{{- define "crier.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
# It ends what it has begun.
terminationGracePeriodSeconds: 60
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* As the image allows. */}}
{{- define "crier.user" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* Of the one container: .port is the name of the port that the probes ask. */}}
{{- define "crier.container" -}}
image: {{ include "crier.image" .top | quote }}
imagePullPolicy: {{ .top.Values.image.pullPolicy }}
# A start after an upgrade migrates first.
startupProbe:
  httpGet: { path: /health, port: {{ .port }} }
  periodSeconds: 5
  failureThreshold: 360
livenessProbe:
  httpGet: { path: /health, port: {{ .port }} }
  periodSeconds: 30
  timeoutSeconds: 5
readinessProbe:
  httpGet: { path: /ready, port: {{ .port }} }
  periodSeconds: 5
  timeoutSeconds: 5
resources:
  {{- toYaml .top.Values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
